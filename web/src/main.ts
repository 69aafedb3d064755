import { mount } from 'svelte';
import './art/fonts.css';
import './art/tokens.css';
import './art/shell.css';
import App from './App.svelte';
import { begin } from './lib/prefs.svelte';

await begin();
mount(App, { target: document.getElementById('app')! });
