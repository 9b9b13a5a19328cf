import type { ImportReport, RowOutcome } from '@anupalan/contract/imports/imports';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import classes from './imports.module.css';
import { rowsOf } from './kind-words.ts';

const OUTCOMES: Readonly<Record<RowOutcome, string>> = {
  add: 'Add',
  update: 'Update',
  skip: 'Skip',
  fault: 'Fault',
};

/** Rows of a file with what becomes of each, and below it what is wrong; at first those with faults alone. */
export function RowTable({ report }: { report: ImportReport }) {
  const [showsAll, setShowsAll] = useState(false);
  const { rows, columns, counts, faults } = report;
  const faultsOf = Map.groupBy(faults, ({ row }) => row);
  const ofFile = faults.filter(({ row }) => rows.every((one) => one.row !== row));
  const faulty = rows.filter(({ outcome }) => outcome === 'fault');
  // What has to be mended would be lost among a hundred rows that are well.
  const onlyFaults = faulty.length > 0 && !showsAll;
  const shown = onlyFaults ? faulty : rows;
  const used = columns.flatMap(({ key, title, letter }, at) => (letter === null ? [] : [{ key, title, at }]));
  if (rows.length === 0) return <FaultList faults={ofFile} />;
  return (
    <div>
      <FaultList faults={ofFile} />
      {faulty.length > 0 && (
        <Checkbox
          label="Only rows with faults"
          mb="xs"
          checked={onlyFaults}
          onChange={(event) => setShowsAll(!event.currentTarget.checked)}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too */}
      <section className={classes.scroll} aria-label="Rows of the file" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Outcome</th>
              {used.map(({ key, title }) => (
                <th key={key} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, outcome, cells }) => (
              <RowLines
                key={row}
                row={row}
                outcome={outcome}
                cells={used.map(({ key, at }) => ({ key, text: cells[at] ?? '' }))}
                faults={faultsOf.get(row) ?? []}
              />
            ))}
          </tbody>
        </table>
      </section>
      {rows.length < counts.rows && (
        <p className={classes.more}>
          {rowsOf(rows.length)} of {counts.rows.toLocaleString('en-IN')} are shown, those with faults first.
        </p>
      )}
    </div>
  );
}

type Fault = ImportReport['faults'][number];

type RowProps = {
  row: number;
  outcome: RowOutcome;
  cells: readonly { key: string; text: string }[];
  faults: readonly Fault[];
};

function RowLines({ row, outcome, cells, faults }: RowProps) {
  return (
    <>
      <tr data-outcome={outcome}>
        <th scope="row">{row}</th>
        <td>
          <span className={classes.outcome}>{OUTCOMES[outcome]}</span>
        </td>
        {cells.map(({ key, text }) => (
          <td key={key}>{text}</td>
        ))}
      </tr>
      {faults.length > 0 && (
        <tr className={classes.faultRow}>
          <td colSpan={cells.length + 2}>
            <FaultList faults={faults} inRow />
          </td>
        </tr>
      )}
    </>
  );
}

/** Faults with the column that they are in; those of the file as a whole with its row, too. */
function FaultList({ faults, inRow = false }: { faults: readonly Fault[]; inRow?: boolean }) {
  if (faults.length === 0) return null;
  return (
    <ul className={classes.faults} data-in-row={inRow || undefined}>
      {faults.map(({ row, column, expected }) => (
        <li key={`${row} ${column}`}>
          <strong>{column}</strong>
          {inRow ? '' : ` (row ${row})`}: {expected}
        </li>
      ))}
    </ul>
  );
}
