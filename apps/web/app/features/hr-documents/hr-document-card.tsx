import type { HrDocument } from '@anupalan/contract/hr-documents';
import { ActionIcon, Badge, Button, Group, Text, Title } from '@mantine/core';
import {
  IconDownload,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconPencil,
  IconSparkles,
} from '@tabler/icons-react';
import { Link } from '../../lib/company/company-link.tsx';
import { formatSize } from '../../lib/text/format-size.ts';
import { DeleteButton } from '../../ui/forms/delete-button.tsx';
import { IconDisc } from '../../ui/icon-disc.tsx';
import { useDeleteHrDocument, useDownloadHrDocument } from './calls.ts';
import { labelOfFileType } from './file-type-label.ts';
import classes from './hr-document-card.module.css';

const LOOKS = {
  pdf: { Icon: IconFileTypePdf, color: 'red' },
  doc: { Icon: IconFileText, color: 'ink' },
  docx: { Icon: IconFileText, color: 'ink' },
  csv: { Icon: IconFileTypeCsv, color: 'gray' },
  xlsx: { Icon: IconFileSpreadsheet, color: 'teal' },
};

type Props = {
  document: HrDocument;
  downloadable: boolean;
  /** Undefined for viewers who can't edit documents. */
  onEdit?: (() => void) | undefined;
};

/** Document with the actions its viewer has (R-hr-documents-3, R-hr-documents-4). */
export function HrDocumentCard({ document, downloadable, onEdit }: Props) {
  const { title, description, fileType, fileSize } = document;
  const { Icon, color } = LOOKS[fileType];
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <IconDisc color={color} size={36} square>
          <Icon size={20} stroke={1.7} aria-hidden />
        </IconDisc>
        <span className={classes.kind}>{labelOfFileType(fileType)}</span>
        {onEdit && <ManagingButtons document={document} onEdit={onEdit} />}
        {!downloadable && (
          <Badge variant="light" color="gray" tt="none" flex="none" c="var(--mantine-color-text)">
            Preview Only
          </Badge>
        )}
      </div>
      <div className={classes.words}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {description && (
          <Text size="sm" c="dimmed" mt={4} lineClamp={2} title={description}>
            {description}
          </Text>
        )}
      </div>
      <Group justify="space-between" gap="xs">
        {downloadable ? (
          <DownloadButton document={document} />
        ) : (
          <Button component={Link} to="/plans" variant="light" leftSection={<IconSparkles size={16} stroke={1.8} />}>
            Upgrade to Download
          </Button>
        )}
        <Text size="xs" c="dimmed">
          {formatSize(fileSize)}
        </Text>
      </Group>
    </li>
  );
}

function DownloadButton({ document }: { document: HrDocument }) {
  const download = useDownloadHrDocument();
  return (
    <Button
      variant="light"
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      aria-label={`Download ${document.title}`}
      loading={download.isPending}
      onClick={() => download.mutate(document)}
    >
      Download
    </Button>
  );
}

function ManagingButtons({ document: { _id: id, title }, onEdit }: { document: HrDocument; onEdit: () => void }) {
  const deletion = useDeleteHrDocument();
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon variant="subtle" color="gray" aria-label={`Edit ${title}`} title="Edit" onClick={onEdit}>
        <IconPencil size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      <DeleteButton
        name={`Delete ${title}`}
        question="Are you sure you want to delete this document?"
        busy={deletion.isPending}
        onDelete={(close) => deletion.mutate(id, { onError: close })}
      />
    </Group>
  );
}
