// What the home page shows when its words and buttons stand: the paintings, and who sits around the fire.
import type { Component } from 'svelte';
import Frieze from '../../art/Frieze.svelte';
import Defs from './Defs.svelte';
import Fire from './Fire.svelte';

const found = import.meta.glob<Component>('../../games/*/Scene.svelte', { eager: true, import: 'default' });

export function sceneOf(game: string): Component | undefined {
  return found[`../../games/${game}/Scene.svelte`];
}
export { Defs, Fire, Frieze };
