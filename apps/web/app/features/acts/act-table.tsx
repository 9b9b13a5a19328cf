import type { Act } from '@anupalan/contract/acts';
import { stateLabel } from '@anupalan/domain/states';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNarrow } from '../../lib/use-narrow.ts';
import { TablePanel } from '../../ui/lists/table-panel.tsx';
import { ActDescription } from './act-description.tsx';
import classes from './act-table.module.css';
import { formatEmployeeRange } from './act-text.ts';

type Props = { acts: readonly Act[]; onEdit: (act: Act) => void; onDelete: (act: Act) => void };

/** Acts drawn before "Show more" is pressed. */
const BATCH = 200;

/** Act table (R-catalogue-6). A phone has room for two columns, so the other values stand below the name. */
export function ActTable({ acts, onEdit, onDelete }: Props) {
  const narrow = useNarrow();
  const [limit, setLimit] = useState(BATCH);
  const Cells = narrow ? NarrowCells : WideCells;
  const more = acts.length > limit && (
    <Button variant="subtle" fullWidth radius={0} onClick={() => setLimit(limit + BATCH)}>
      Show {Math.min(BATCH, acts.length - limit)} more of {acts.length}
    </Button>
  );
  return (
    <TablePanel caption="Acts by name" className={classes.table} below={more}>
      <thead>
        <tr>
          {(narrow ? NARROW_COLUMNS : WIDE_COLUMNS).map((name) => (
            <th key={name} scope="col" data-column={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {acts.slice(0, limit).map((act) => (
          <tr key={act._id}>
            <Cells act={act} />
            <td>
              <Group gap={2} wrap="nowrap">
                <ActionIcon variant="subtle" color="gray" aria-label={`Edit ${act.name}`} onClick={() => onEdit(act)}>
                  <IconPencil size={17} stroke={1.7} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`Delete ${act.name}`}
                  onClick={() => onDelete(act)}
                >
                  <IconTrash size={17} stroke={1.7} />
                </ActionIcon>
              </Group>
            </td>
          </tr>
        ))}
      </tbody>
    </TablePanel>
  );
}

const WIDE_COLUMNS = ['Act Name', 'State', 'Employee Range', 'Description', 'Actions'];
const NARROW_COLUMNS = ['Act Name', 'Actions'];

function WideCells({ act }: { act: Act }) {
  return (
    <>
      <th scope="row">{act.name}</th>
      <td>{stateLabel(act.state)}</td>
      <td className={classes.range}>{formatEmployeeRange(act)}</td>
      <td>
        <ActDescription html={act.description} />
      </td>
    </>
  );
}

function NarrowCells({ act }: { act: Act }) {
  return (
    <th scope="row">
      {act.name}
      <div className={classes.below}>
        <p>
          {stateLabel(act.state)} · {formatEmployeeRange(act)} employees
        </p>
        <ActDescription html={act.description} />
      </div>
    </th>
  );
}
