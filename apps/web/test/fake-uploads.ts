import { vi } from 'vitest';

/** An upload on its way, which the test ends. */
export interface SentForm {
  readonly address: string;
  readonly form: FormData;
  readonly isAborted: () => boolean;
  readonly progress: (percent: number) => void;
  readonly answer: (status: number, body: unknown) => void;
  readonly breakOff: () => void;
}

/** Takes the place of the browser's uploads for the rest of the test. @returns the forms sent, as they come in */
export function takeUploads(): SentForm[] {
  const sent: SentForm[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget();
      status = 0;
      responseText = '';
      #address = '';
      #isAborted = false;
      open(_method: string, address: string) {
        this.#address = address;
      }
      setRequestHeader() {}
      abort() {
        this.#isAborted = true;
        this.dispatchEvent(new Event('abort'));
      }
      send(form: FormData) {
        sent.push({
          address: this.#address,
          form,
          isAborted: () => this.#isAborted,
          progress: (loaded) => this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 100 })),
          answer: (status, body) => {
            this.status = status;
            this.responseText = JSON.stringify(body);
            this.dispatchEvent(new Event('load'));
          },
          breakOff: () => this.dispatchEvent(new Event('error')),
        });
      }
    },
  );
  return sent;
}
