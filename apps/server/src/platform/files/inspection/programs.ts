/** Endings of files that do something when they are opened, and of archives, which may have such inside. */
const RUNS = new Set(
  (
    'app appimage apk bash bat class cmd com cpl deb dll dmg docm dotm drv dylib elf exe hta img inf iso jar js jse ' +
    'lnk mjs msi msp mst ocx php pif pl potm ppam ppsm pptm ps1 psd1 psm1 py rb reg rpm scf scr sct sh so sys url ' +
    'vb vbe vbs vhd vhdx wsc wsf wsh xlam xll xlsm xltm 7z ace arj bz2 cab gz lzh rar tar tgz xz zip'
  ).split(' '),
);

/** Whether a file's name is that of a program, a script, a document with macros or an archive. */
export function isProgramName(name: string): boolean {
  return wholeNames(name.toLowerCase()).some((one) => RUNS.has(one.slice(one.lastIndexOf('.') + 1)));
}

/** The last part of a path as Windows reads it: it drops blanks and dots at the end, and a stream behind a colon. */
function wholeNames(path: string): string[] {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name
    .split(':')
    .map(withoutEnd)
    .filter((part) => part.includes('.'));
}

function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && /[\s.]/.test(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

/** Whether a file's first bytes are those of a program for Windows, Linux, macOS or Java, or of a script. */
export function isProgram(start: Buffer): boolean {
  return /^(MZ|#!|\x7fELF|\xca\xfe\xba\xbe|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe)/.test(
    start.toString('latin1', 0, 4),
  );
}
