import { SIGNATURE_BYTES, trueName } from '@anupalan/contract/wire/files';

/**
 * Hands chosen files over. A picture or a PDF whose ending isn't among those that are accepted gets the ending of what it
 * is first, so that a form judges it as the server does (R-evidence-2).
 * @param accept endings such as `.pdf`
 */
export function chooseFiles(files: File[], accept: readonly string[], onChoose: (files: File[]) => void): void {
  const isAccepted = ({ name }: File) => accept.some((ending) => name.toLowerCase().endsWith(ending));
  if (files.every(isAccepted)) onChoose(files);
  else void Promise.all(files.map((file) => (isAccepted(file) ? file : withTrueName(file)))).then(onChoose);
}

async function withTrueName(file: File): Promise<File> {
  const name = trueName(file.name, await readBeginning(file));
  return name === file.name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified });
}

/** The first bytes of a file; none of one that can't be read, which is judged by its name. */
async function readBeginning(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  } catch {
    return new Uint8Array();
  }
}
