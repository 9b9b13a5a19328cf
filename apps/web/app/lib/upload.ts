import type { Call } from '@anupalan/contract/call';
import { type Answer, ApiError, addressOf, checkAnswer } from './api.ts';
import { readToken } from './token.ts';

type UploadRequest = {
  /** What the contract's schema made of the form: texts, files, lists of files. */
  body: object;
  /** Hears how much has been sent, from 0 to 100. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
  /** For a failure that carries no message of the server. */
  fallback: string;
  /** For an answer that reports success and is not what the contract promises. */
  mismatch: string;
};

/** Makes a call that is sent a form with files. Answers and fails as `request` does, an abort too. */
export async function upload<const C extends Call>(call: C, { body, onProgress, signal, ...words }: UploadRequest) {
  const token = readToken();
  const response = await sendForm(call, token, { form: toForm(body), onProgress, signal, ...words });
  const answer: Answer<C> = checkAnswer(call, token, response, words);
  return answer;
}

/** The form as it is sent. What was left empty is left out. */
export function toForm(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part instanceof File) form.append(name, part);
      else if (typeof part === 'string' && part !== '') form.append(name, part);
      else if (part !== '' && part !== undefined) throw new TypeError(`A form can't carry ${name}`);
    }
  }
  return form;
}

type Sending = Pick<UploadRequest, 'onProgress' | 'signal' | 'fallback'> & { form: FormData };

/** `fetch` does not tell how much has been sent; this does. */
function sendForm(call: Call, token: string | null, { form, onProgress, signal, fallback }: Sending) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const sender = new XMLHttpRequest();
    sender.open(call.method, addressOf(call, {}));
    sender.setRequestHeader('accept', 'application/json');
    if (token) sender.setRequestHeader('authorization', `Bearer ${token}`);
    sender.upload.addEventListener('progress', ({ loaded, total }) => onProgress((100 * loaded) / total));
    sender.addEventListener('load', () => resolve({ status: sender.status, body: readJson(sender.responseText) }));
    sender.addEventListener('error', () => reject(new ApiError(0, fallback)));
    sender.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => sender.abort());
    sender.send(form);
  });
}

/** Undefined when it is not JSON, as with the answers of a proxy. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
