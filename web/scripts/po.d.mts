export interface Entry {
  id: string;
  many: string;
  strings: string[];
  fuzzy: boolean;
}
export function readPo(text: string): Entry[];
export function readCatalogues(folder: string): Record<string, Entry[]>;
export function sentences(source: string): { id: string; many: string }[];
