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
  // Windows drops blanks and dots at the end of a name, and a stream's name behind a colon.
  const ending = /\.(\w+)(?:[\s.]*|:.*)$/.exec(name.toLowerCase())?.[1];
  return ending !== undefined && RUNS.has(ending);
}

/** Whether a file's first bytes are those of a program for Windows, Linux, macOS or Java, or of a script. */
export function isProgram(start: Buffer): boolean {
  return /^(MZ|#!|\x7fELF|\xca\xfe\xba\xbe|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe)/.test(
    start.toString('latin1', 0, 4),
  );
}
