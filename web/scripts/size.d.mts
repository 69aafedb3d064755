export const LIMIT: number;
export function needed(
  manifest: Record<string, { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }>,
  names: string[],
): string[];
