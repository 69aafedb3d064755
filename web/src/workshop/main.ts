// Where boards are made: any recorded step of any game, at any size, by day and by firelight. Never part of the build;
// what checks and plays lessons is (pages/LessonWorkshop.svelte).
import { mount } from 'svelte';
import '../art/fonts.css';
import '../art/tokens.css';
import '../art/shell.css';
import { begin } from '../lib/prefs.svelte';
import Workshop from './Workshop.svelte';

await begin();
mount(Workshop, { target: document.getElementById('app')! });
