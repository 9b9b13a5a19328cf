import type { ImportReport } from '@anupalan/contract/imports/imports';
import { useId } from 'react';
import { Select } from '../../ui/select/select.tsx';
import classes from './imports.module.css';

type Props = {
  report: ImportReport;
  disabled: boolean;
  onChoose: (key: string, letter: string | null) => void;
};

/** Which column of the file has what; opened at first where one is missing. */
export function ColumnChoice({ report: { columns, headings }, disabled, onChoose }: Props) {
  const id = useId();
  const missing = columns.filter(({ required, letter }) => required && letter === null);
  const matched = columns.filter(({ letter }) => letter !== null);
  const unknown = headings.filter(({ letter }) => columns.every((column) => column.letter !== letter));
  const choices = headings.map(({ letter, name }) => ({ value: letter, label: `${name} (${letter})` }));
  return (
    <details className={classes.columns} open={missing.length > 0 || undefined}>
      <summary className={classes.summary}>
        Columns: {matched.length} of {columns.length} found
        {unknown.length > 0 && `, ${unknown.length} of the file not used`}
      </summary>
      {unknown.length > 0 && <p className={classes.unknown}>Not used: {unknown.map(({ name }) => name).join(', ')}</p>}
      <ul className={classes.columnList} aria-label="Columns">
        {columns.map(({ key, title, required, explains, letter }) => (
          <li key={key} className={classes.column}>
            <div>
              <span className={classes.columnTitle} id={`${id}-${key}`}>
                {title}
                {required && <span className={classes.required}> (needed)</span>}
              </span>
              <span className={classes.explains}>{explains}</span>
            </div>
            <Select
              aria-labelledby={`${id}-${key}`}
              data={choices}
              value={letter}
              placeholder="None"
              clearable
              searchable={choices.length > 10}
              disabled={disabled}
              error={required && letter === null ? 'Please choose a column' : undefined}
              onChange={(chosen) => onChoose(key, chosen)}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
