export function cryptoImports(memory: () => ArrayBuffer): Record<string, (...numbers: number[]) => void>;
