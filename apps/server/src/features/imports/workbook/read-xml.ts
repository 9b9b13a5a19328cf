import { SaxesParser } from 'saxes';
import { damagedWorkbook, UnreadableFile } from '../reading/unreadable-file.ts';

/** Attributes of a tag by their names with prefixes. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * Gets what is in a part of a workbook in its order. Elements of the kind of the root have names without prefixes, those
 * of extensions, which may have the same names, with theirs.
 */
export interface XmlReader {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Characters that are parsed at once. */
const PIECE = 16_384;

/** Characters of a tag at most: the longest known list the areas of a format. */
const LONGEST_TAG = 65_536;

/** Characters of anything else at most: ten for each that a cell may have. */
const LONGEST_TEXT = 400_000;

/**
 * Parses a part of a workbook as it is unpacked, in linear time, and yields after each piece of it.
 * @throws UnreadableFile when it isn't well-formed, or has a tag or a text that no spreadsheet writes
 */
export async function* readXmlByPieces(stream: AsyncIterable<Buffer>, reader: XmlReader): AsyncGenerator<void> {
  const parser = makeParser(reader);
  for await (const text of decode(stream)) {
    for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE));
    yield;
  }
  parser.close();
}

export async function readXml(stream: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  for await (const _ of readXmlByPieces(stream, reader));
}

interface Parser {
  write(text: string): void;
  close(): void;
}

function makeParser(reader: XmlReader): Parser {
  const sax = new SaxesParser<{ xmlns?: false; position: false }>({ position: false });
  /** The place behind which nothing is told yet. */
  let told = 0;
  let prefix: string | undefined;
  let depth = 0;
  const passed = () => {
    told = sax.position;
  };
  const nameOf = (name: string) => (prefix !== '' && name.startsWith(prefix ?? '') ? name.slice(prefix?.length) : name);
  sax.on('error', (error) => {
    // What is behind the root is nobody's.
    if (prefix === undefined || depth > 0) throw error;
  });
  sax.on('opentag', ({ name, attributes }) => {
    if (sax.position - told > LONGEST_TAG) throw damagedWorkbook();
    passed();
    prefix ??= name.slice(0, name.indexOf(':') + 1);
    depth++;
    reader.open(nameOf(name), attributes);
  });
  sax.on('closetag', ({ name }) => {
    passed();
    depth--;
    reader.close?.(nameOf(name));
  });
  const tell = (text: string) => {
    passed();
    reader.text?.(text);
  };
  sax.on('text', tell);
  sax.on('cdata', tell);
  sax.on('comment', passed);
  sax.on('processinginstruction', passed);
  return {
    write: (text) => {
      attempt(() => sax.write(text));
      if (sax.position - told > LONGEST_TEXT) throw damagedWorkbook();
    },
    close: () => attempt(() => sax.close()),
  };
}

function attempt(parse: () => void): void {
  try {
    parse();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damagedWorkbook(error);
  }
}

/** The text of a part, of which the first bytes tell the encoding. @throws UnreadableFile */
async function* decode(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const bytes of stream) {
    decoder ??= chooseDecoder(bytes);
    yield decodeNext(decoder, bytes);
  }
  yield decodeNext(decoder ?? new TextDecoder());
}

function decodeNext(decoder: TextDecoder, bytes?: Buffer): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch (error) {
    throw damagedWorkbook(error);
  }
}

/** Bytes in which an XML declaration names its encoding. */
const DECLARATION = 200;

function chooseDecoder(bytes: Buffer): TextDecoder {
  const fatal = true;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be', { fatal });
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le', { fatal });
  if (bytes[0] === 0 && bytes[1] === 0x3c) return new TextDecoder('utf-16be', { fatal });
  if (bytes[0] === 0x3c && bytes[1] === 0) return new TextDecoder('utf-16le', { fatal });
  const [, label = 'utf-8'] = /encoding=["']([\w-]{1,40})["']/.exec(bytes.toString('latin1', 0, DECLARATION)) ?? [];
  try {
    // A part that says UTF-16 in letters of one byte isn't.
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label, { fatal });
  } catch (error) {
    throw damagedWorkbook(error);
  }
}
