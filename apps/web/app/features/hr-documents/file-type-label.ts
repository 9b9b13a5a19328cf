import type { FileType } from '@anupalan/contract/wire/files';

const LABELS: Readonly<Partial<Record<FileType, string>>> = {
  pdf: 'PDF Document',
  doc: 'Word Document',
  docx: 'Word Document',
  xlsx: 'Excel Document',
};

/** File type in words (R-hr-documents-1). */
export function labelOfFileType(type: FileType): string {
  return LABELS[type] ?? 'Document';
}
