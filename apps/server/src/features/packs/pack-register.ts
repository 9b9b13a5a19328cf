import { z } from 'zod';
import { Spool } from '../../platform/files/spool.ts';
import type { Cell, Table } from '../../platform/files/tables/table.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { OutsideSection } from '../exports/outside.ts';
import { type ExportedItem, readExportedItems } from '../exports/queries-items.ts';
import { type RegisterLine, readRegister } from '../exports/queries-register.ts';
import type { Asked } from '../exports/table-source.ts';
import { describeTable } from '../exports/tables/describe-table.ts';
import { presentLine, REGISTER_COLUMNS } from '../exports/tables/open-compliance.ts';
import { readItemsOfAuthority } from './queries.ts';
import type { WantedPack } from './wanted-pack.ts';

/** A file of evidence of a line, with the words that its folders are named by. */
export const PackedEvidence = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  fileId: z.string().nullable(),
  act: z.string(),
  occurrence: z.string(),
});
export type PackedEvidence = z.infer<typeof PackedEvidence>;

const SpooledCells = z.array(z.union([z.string(), z.number(), z.null()]));

/** The columns that have moments, which JSON makes texts of. */
const MOMENTS = new Set(REGISTER_COLUMNS.flatMap(({ kind }, at) => (kind === 'moment' ? [at] : [])));

const Cells = z
  .unknown()
  .transform((value): Cell[] =>
    SpooledCells.parse(value).map((cell, at) => (typeof cell === 'string' && MOMENTS.has(at) ? new Date(cell) : cell)),
  );

/**
 * The register of a pack, read once: so its PDF and its workbook say the same, and the evidence beside them is that of its
 * lines. It lies on the disk while the pack is made.
 */
export class PackRegister {
  readonly items: readonly ExportedItem[];
  readonly evidence: Spool<PackedEvidence>;
  /** The obligations that don't apply: since when, who said so, why (R-exports-7). */
  readonly outside: OutsideSection;
  readonly #gaps: Spool<Cell[]>;
  readonly #others: Spool<Cell[]>;
  readonly #asked: Asked;
  readonly #wanted: WantedPack;
  /** Bytes of all evidence, each file as often as it lies in the pack. */
  bytes = 0;

  private constructor(
    { items, asked, wanted }: { items: readonly ExportedItem[]; asked: Asked; wanted: WantedPack },
    spools: { gaps: Spool<Cell[]>; others: Spool<Cell[]>; evidence: Spool<PackedEvidence> },
  ) {
    this.items = items;
    this.outside = new OutsideSection(items.map(({ item, act, outside }) => ({ title: item.title, act, outside })));
    this.#asked = asked;
    this.#wanted = wanted;
    this.#gaps = spools.gaps;
    this.#others = spools.others;
    this.evidence = spools.evidence;
  }

  /** Reads the register. Whoever opens it closes it. */
  static async open(database: Database, asked: Asked, wanted: WantedPack): Promise<PackRegister> {
    const days = daysOf(wanted);
    const { acts, authority } = wanted;
    const { workspaceId } = asked.session;
    const [all, ofAuthority] = await Promise.all([
      readExportedItems(database, asked, days),
      authority === null ? null : readItemsOfAuthority(database.db, workspaceId, authority),
    ]);
    const items = all
      .filter(({ item }) => acts === null || acts.includes(item.actId))
      .filter(({ item }) => ofAuthority === null || ofAuthority.has(item.id));
    const parseCells = (value: unknown) => Cells.parse(value);
    const register = new PackRegister(
      { items, asked, wanted },
      {
        gaps: await Spool.open(parseCells),
        others: await Spool.open(parseCells),
        evidence: await Spool.open((value) => PackedEvidence.parse(value)),
      },
    );
    try {
      const onlyActs = ofAuthority ? new Set(items.map(({ item }) => item.actId)) : acts && new Set(acts);
      for await (const line of readRegister(database, asked, items, { days, acts: onlyActs ?? undefined })) {
        await register.#add(line);
      }
      return register;
    } catch (error) {
      await register.close();
      throw error;
    }
  }

  get lines(): number {
    return this.#gaps.count + this.#others.count;
  }

  /** How many lines are missing: past their day and open, or waiting for a check. */
  get gaps(): number {
    return this.#gaps.count;
  }

  /** The register as a table, gaps first. */
  async table(database: Database): Promise<Table> {
    const { acts, authority } = this.#wanted;
    const outside = this.outside.lines.length;
    return {
      title: 'Compliance register',
      facts: [
        ...(await describeTable(database, this.#asked, daysOf(this.#wanted))),
        ...(authority === null ? [] : [['Authority', authority] as const]),
        ...(acts === null ? [] : [['Acts', `${acts.length} chosen`] as const]),
        ['Missing', this.gaps === 0 ? 'Nothing' : `${this.gaps} of ${this.lines} lines, listed first`],
        ...(outside > 0 ? [['Do not apply', `${outside}, listed below`] as const] : []),
      ],
      columns: REGISTER_COLUMNS,
      rows: this.#rows(),
      below: this.outside,
      madeAt: new Date(this.#asked.now.epochMilliseconds),
    };
  }

  async *#rows(): AsyncGenerator<Cell[]> {
    for await (const [act, ...cells] of this.#gaps.read()) yield [`Missing: ${act}`, ...cells];
    yield* this.#others.read();
  }

  async close(): Promise<void> {
    await Promise.all([this.#gaps.close(), this.#others.close(), this.evidence.close()]);
  }

  async #add(line: RegisterLine): Promise<void> {
    const isGap = line.outside === null && (line.standing === 'late' || line.standing === 'waiting');
    this.outside.add(line);
    await (isGap ? this.#gaps : this.#others).add(presentLine(line));
    for (const file of line.evidence) {
      this.bytes += file.size;
      await this.evidence.add({ ...file, act: line.act, occurrence: `${line.title} ${line.legal}` });
    }
  }
}

function daysOf({ from, to }: WantedPack) {
  return { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) };
}
