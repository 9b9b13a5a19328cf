import type { FileType } from '@anupalan/contract/files';

const LABELS: Readonly<Partial<Record<FileType, string>>> = {
  pdf: 'PDF Document',
  doc: 'Word Document',
  docx: 'Word Document',
  xlsx: 'Excel Document',
};

/** What people call a file of the type (specification 1, section 2, "HR Format"). */
export function labelOfFileType(type: FileType): string {
  return LABELS[type] ?? 'Document';
}
