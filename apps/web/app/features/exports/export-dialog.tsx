import type { ExportedTable } from '@anupalan/contract/proof/exports';
import type { TableFormat } from '@anupalan/contract/wire/tables';
import { Alert, Anchor, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconFileText, IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from '../../lib/company/company-link.tsx';
import { faultsOf, messageAboutNoField } from '../../lib/forms/faults.ts';
import { Columns } from '../../ui/columns.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { DayFilter } from '../../ui/forms/day-filter.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { type ScreenFilters, useExportTable } from './calls.ts';
import { EXPORT_WORDS } from './export-words.ts';

const FORMATS = [
  { format: 'xlsx', label: 'Excel (XLSX)', Icon: IconFileSpreadsheet },
  { format: 'pdf', label: 'PDF', Icon: IconFileTypePdf },
  { format: 'csv', label: 'CSV', Icon: IconFileText },
] as const;

type Props = { tables: readonly ExportedTable[]; filters: ScreenFilters; onClose: () => void };

/** Dialog that downloads a table, of days and in a format that are chosen here (R-exports-1). */
export default function ExportDialog({ tables, filters, onClose }: Props) {
  const [table, setTable] = useState(tables[0] ?? 'compliance');
  const [{ from, to }, setDays] = useState({ from: filters.from, to: filters.to });
  const [format, setFormat] = useState<TableFormat | null>(null);
  const exporting = useExportTable();
  const faults = faultsOf(exporting.error);
  const made = exporting.data;
  const words = EXPORT_WORDS[table];

  function download(chosen: TableFormat) {
    setFormat(chosen);
    exporting.mutate(
      { table, format: chosen, filters: { ...filters, from, to } },
      { onSuccess: (file) => file === null && onClose() },
    );
  }

  return (
    <FormDialog opened title={tables.length > 1 ? 'Export' : words.title} onClose={onClose}>
      {(leave) =>
        made ? (
          <Stack gap="lg">
            <Alert color="blue" title="The file is being made">
              It is long, so it takes a while. You get a mail when it is ready, and find it for 24 hours under{' '}
              <Anchor component={Link} to="/company/exports" inherit>
                Registers
              </Anchor>
              .
            </Alert>
            <Group justify="flex-end">
              <Button onClick={onClose}>Close</Button>
            </Group>
          </Stack>
        ) : (
          <Stack gap="lg">
            <FormAlert message={messageAboutNoField(exporting.error)} />
            {tables.length > 1 && (
              <Radio.Group
                label="What"
                value={table}
                onChange={(chosen) => setTable(tables.find((one) => one === chosen) ?? table)}
              >
                <Stack gap="sm" mt={6}>
                  {tables.map((one) => (
                    <Radio key={one} value={one} label={EXPORT_WORDS[one].title} description={EXPORT_WORDS[one].text} />
                  ))}
                </Stack>
              </Radio.Group>
            )}
            <Columns from="xs">
              <DayFilter
                label="From"
                value={from}
                fault={faults.from}
                onChange={(day) => setDays((days) => ({ ...days, from: day }))}
              />
              <DayFilter
                label="To"
                value={to}
                fault={faults.to}
                onChange={(day) => setDays((days) => ({ ...days, to: day }))}
              />
            </Columns>
            <Text size="sm" c="dimmed">
              {words.days} {hasFilters(filters) && 'The filters of the screen hold for the file as well.'}
            </Text>
            <Group gap="sm" justify="flex-end">
              <Button variant="default" onClick={leave}>
                Cancel
              </Button>
              {FORMATS.map(({ format: one, label, Icon }) => (
                <Button
                  key={one}
                  leftSection={<Icon size={16} stroke={1.8} aria-hidden />}
                  loading={exporting.isPending && format === one}
                  disabled={exporting.isPending && format !== one}
                  onClick={() => download(one)}
                >
                  {label}
                </Button>
              ))}
            </Group>
          </Stack>
        )
      }
    </FormDialog>
  );
}

function hasFilters({ from: _, to: __, ...others }: ScreenFilters): boolean {
  return Object.values(others).some(Boolean);
}
