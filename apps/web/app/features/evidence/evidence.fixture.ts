import type { Evidence } from '@anupalan/contract/proof/evidence';

/** Id of evidence for a test. */
export function evidenceId(number: number): string {
  return `01990000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;
}

/** Record that files of tests stand at. */
export const RECORD = '01990000-0000-7000-8000-000000000001';

/** File of a record, added by Asha. */
export function makeEvidence(number: number, given: Partial<Evidence> = {}): Evidence {
  return {
    _id: evidenceId(number),
    name: `challan-${number}.pdf`,
    size: 20_480,
    type: 'pdf',
    mediaType: 'application/pdf',
    sha256: String(number).padStart(2, '0').repeat(32),
    subject: { kind: 'record', id: RECORD },
    itemId: null,
    day: null,
    replaces: null,
    replacedBy: null,
    documentDay: null,
    number: null,
    amount: null,
    by: '01990000-0000-7000-8000-417368610000',
    byName: 'Asha Rao',
    at: '2026-11-20T08:00:00.000Z',
    verdict: 'clean',
    removed: null,
    ...given,
  };
}
