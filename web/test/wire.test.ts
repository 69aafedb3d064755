// The types of the wire are those of its description.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('src/lib/wire.ts is what docs/wire.json says', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/wire.mjs', 'check'], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});
