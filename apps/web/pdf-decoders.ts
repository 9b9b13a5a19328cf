import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';

const { resolve } = createRequire(import.meta.url);

/**
 * Decoders of pictures as scanners put them into PDFs. The worker of pdf.js imports them by these names, from the folder
 * that `open-pdf.ts` tells it; there are faster ones in WebAssembly, which our policy of contents does not let run.
 */
const DECODERS = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'];

/**
 * Puts the decoders of pdf.js beside the scripts, in a folder that its version names. The development server has none, so
 * that such pictures stay empty there.
 */
export function copyPdfDecoders(): Plugin {
  const manifest = resolve('pdfjs-dist/package.json');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')));
  return {
    name: 'copy-pdf-decoders',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const name of DECODERS) {
        const source = readFileSync(path.join(path.dirname(manifest), 'wasm', name));
        this.emitFile({ type: 'asset', fileName: `assets/pdf-${version}/${name}`, source });
      }
    },
  };
}
