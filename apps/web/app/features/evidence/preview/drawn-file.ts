/** File whose pages can be drawn; `close` gives back the memory that it holds. */
export interface DrawnFile {
  /** Number of pages, counted from 1; a picture has one. */
  readonly pages: number;
  /**
   * Draws a page for a width in pixels of the style sheet. Nothing of a file is ever a document of our origin: what runs,
   * links or asks in it stays dead (R-evidence-18).
   * @returns height by width of the page
   */
  readonly draw: (page: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal) => Promise<number>;
  readonly close: () => void;
}
