import { defineConfig } from 'vite';

// The package: one file of script beside the module (scripts/npm).
export default defineConfig({
  root: __dirname,
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: process.env.OCHRE_NPM,
    emptyOutDir: true,
    minify: false,
    lib: { entry: '../src/hall/play.ts', formats: ['es'], fileName: () => 'ochre.js' },
  },
});
