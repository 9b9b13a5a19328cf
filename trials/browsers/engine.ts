/** Browser as the journey drives it. Elements are named by CSS selectors. */
export interface Engine extends AsyncDisposable {
  open(url: string): Promise<void>;
  /** Width of the page in CSS px; engines have a least one of their own. */
  resize(width: number): Promise<void>;
  /** Value of an expression in the page. */
  read<T>(expression: string): Promise<T>;
  click(selector: string): Promise<void>;
  /** Types into what is focused. */
  type(text: string): Promise<void>;
  chooseFile(selector: string, path: string): Promise<void>;
  screenshot(path: string): Promise<void>;
}
