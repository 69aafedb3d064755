import { expect, it } from 'vitest';
import { needed } from '../scripts/size.mjs';

it('counts what a page needs at once, and nothing that comes later', () => {
  const manifest = {
    'index.html': { file: 'a.js', css: ['a.css'], imports: ['_shared.js'], dynamicImports: ['Later.svelte'] },
    '_shared.js': { file: 's.js', imports: ['index.html'] },
    'Later.svelte': { file: 'later.js' },
  };
  expect(needed(manifest, ['index.html']).sort()).toEqual(['a.css', 'a.js', 's.js']);
});
