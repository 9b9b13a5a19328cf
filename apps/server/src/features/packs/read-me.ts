import { formatDay } from '@anupalan/domain/calendar-day';

interface Told {
  readonly companyName: string;
  readonly from: string;
  readonly to: string;
  readonly register: { readonly lines: number; readonly gaps: number };
  readonly missing: readonly string[];
  /** What is said not to apply, under its title. */
  readonly outside: { readonly title: string; readonly lines: readonly string[] };
}

/** Tells whoever opens a pack what is in it, and how to check that nothing of it was altered. */
export function writeReadMe({ companyName, from, to, register, missing, outside }: Told): string {
  const day = (iso: string) => formatDay(Temporal.PlainDate.from(iso));
  const lines = [
    `Inspection pack of ${companyName}, ${day(from)} to ${day(to)}`,
    '',
    'register.pdf, register.xlsx   each obligation and each of its due days in the period',
    `                              ${register.lines} lines; ${register.gaps} are missing and listed first`,
    'evidence                      the files, in folders by act and occurrence',
    'proof/activity.jsonl          who did what and when, sealed as it happened',
    'manifest.json                 size and SHA-256 of every file, signed by the installation',
    '',
    'To check that nothing was altered, on any machine that has Node.js:',
    '  node verify.mjs THIS-FILE.zip --key FINGERPRINT --head HEAD',
    'verify.mjs is part of Anupalan. The fingerprint of the key is that of GET /api/proof/key of the installation, a',
    "head is in the owner's monthly mail.",
    ...(outside.lines.length === 0 ? [] : ['', outside.title, ...outside.lines.map((line) => `- ${line}`)]),
    ...(missing.length === 0 ? [] : ['', 'Not in the pack, because they cannot be given out or read now:', ...missing]),
    '',
  ];
  return lines.join('\r\n');
}
