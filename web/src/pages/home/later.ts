// What the home page shows when its words and buttons stand: the paintings, and who sits around the fire.
import type { Component } from 'svelte';
import Frieze from '../../art/Frieze.svelte';
import Fire from './Fire.svelte';
import Defs from './scenes/Defs.svelte';
import Dice from './scenes/Dice.svelte';
import Spears from './scenes/Spears.svelte';
import Tribes from './scenes/Tribes.svelte';
import Valley from './scenes/Valley.svelte';

export const scenes: Record<string, Component> = { dice: Dice, valley: Valley, tribes: Tribes, spears: Spears };
export { Defs, Fire, Frieze };
