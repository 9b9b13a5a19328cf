import {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  type PDFPageProxy,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { DrawnFile } from './drawn-file.ts';

/** Pixels of a drawn page at most, whatever its paper and the screen. */
const MOST_PIXELS = 8_000_000;

/** Opens a PDF in a worker of our own origin. Throws an `Error` for what is none, is encrypted or is broken. */
export async function openPdf(file: Blob): Promise<DrawnFile> {
  GlobalWorkerOptions.workerSrc = workerAddress;
  const task = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    // WebAssembly would need a looser policy of contents: scripts of our own origin decode pictures instead.
    useWasm: false,
    wasmUrl: `/assets/pdf-${version}/`,
    disableWorkerRendering: true,
    verbosity: 0,
  });
  try {
    const document = await task.promise;
    return {
      pages: document.numPages,
      draw: async (number, canvas, width, signal) => {
        await drawPage(await document.getPage(number), canvas, width, signal);
        return canvas.height / canvas.width;
      },
      close: () => void task.destroy(),
    };
  } catch (error) {
    void task.destroy();
    throw error;
  }
}

async function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number, signal: AbortSignal) {
  const paper = page.getViewport({ scale: 1 });
  const sharp = (width * window.devicePixelRatio) / paper.width;
  const viewport = page.getViewport({ scale: Math.min(sharp, Math.sqrt(MOST_PIXELS / (paper.width * paper.height))) });
  signal.throwIfAborted();
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const drawing = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
  signal.addEventListener('abort', () => drawing.cancel(), { once: true });
  await drawing.promise;
}
