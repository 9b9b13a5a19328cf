import type { Call } from '@anupalan/contract/wire/call';
import { readToken } from '../session/token.ts';
import { type Answer, ApiError, addressOf, checkAnswer } from './api.ts';
import { type Asker, COMPANY_HEADER, companyOfCall, toHeader } from './call-company.ts';
import { dropEarlyAnswers } from './early-calls.ts';

type UploadRequest = {
  /** Parsed form of the contract: texts, files, lists of files. */
  body: object;
  /** Progress from 0 to 100. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
  /** Message for a failure without the server's words. */
  failed: string;
};

/** Call with a multipart form (R-api-18); it resolves and throws like `request`, aborts included. */
export async function upload<const C extends Call>(call: C, { body, ...sending }: UploadRequest) {
  const asker = { token: readToken(), company: companyOfCall(call) };
  const response = await sendForm(call, asker, { form: toForm(body), ...sending });
  const answer: Answer<C> = checkAnswer(call, asker.token, response, { failed: sending.failed });
  return answer;
}

/** Form data without the fields left empty. Throws a `TypeError` for a value that is neither text nor file. */
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

type Sending = Pick<UploadRequest, 'onProgress' | 'signal' | 'failed'> & { form: FormData };

/** XMLHttpRequest, because `fetch` does not report upload progress. */
function sendForm(call: Call, { token, company }: Asker, { form, onProgress, signal, failed }: Sending) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    dropEarlyAnswers();
    const sender = new XMLHttpRequest();
    sender.open(call.method, addressOf(call, {}));
    sender.setRequestHeader('accept', 'application/json');
    if (token) sender.setRequestHeader('authorization', `Bearer ${token}`);
    if (company) sender.setRequestHeader(COMPANY_HEADER, toHeader(company));
    sender.upload.addEventListener('progress', ({ loaded, total }) => onProgress((100 * loaded) / total));
    sender.addEventListener('load', () => resolve({ status: sender.status, body: readJson(sender.responseText) }));
    sender.addEventListener('error', () => reject(new ApiError(0, failed)));
    sender.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => sender.abort());
    sender.send(form);
  });
}

/** Body as JSON; undefined when it is none, as in the answers of a proxy. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
