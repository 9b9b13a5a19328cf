import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { groupScripts, nameAsset, nameScript } from './chunks.ts';
import { refuseCircularParts } from './circular-parts.ts';
import { hintCompiling } from './compile-hints.ts';
import { emitFirstScreen } from './first-screen/emit-first-screen.ts';
import { selectLateStyles } from './late-styles.ts';
import { checkLibraryStyles } from './library-styles.ts';
import { OLDEST } from './oldest-browsers.ts';
import { copyPdfDecoders } from './pdf-decoders.ts';
import { writeThemeVariables } from './theme-variables.ts';
import { leaveOutJsonSchemas } from './without-json-schemas.ts';
import { leaveOutServerTexts } from './without-server-texts.ts';
import { leaveOutStreams } from './without-streams.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [
    leaveOutServerTexts(),
    leaveOutJsonSchemas(),
    leaveOutStreams(),
    writeThemeVariables(),
    selectLateStyles(),
    reactRouter(),
    emitFirstScreen(),
    checkLibraryStyles(),
    refuseCircularParts(),
    copyPdfDecoders(),
    hintCompiling(),
  ],
  // Older targets would have light-dark() rewritten to a form that does not see Mantine's colour scheme.
  build: { cssTarget: Object.entries(OLDEST).map(([browser, version]) => `${browser}${version}`) },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: groupScripts(), chunkFileNames: nameScript, assetFileNames: nameAsset },
        },
      },
    },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    strictPort: true,
    proxy: { '/api': server },
  },
});
