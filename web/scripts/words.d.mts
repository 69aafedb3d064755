import type { Entry } from './po.mjs';
export function partOf(path: string): string | null;
export function collect(src?: string): Record<string, Map<string, string>>;
export function check(parts: Record<string, Map<string, string>>, catalogues: Record<string, Entry[]>): string[];
