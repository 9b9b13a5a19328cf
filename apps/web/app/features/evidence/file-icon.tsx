import { type AnyFileType, claimedType } from '@anupalan/contract/wire/files';
import { IconFile, IconFileTypePdf, IconFileZip, IconMail, IconPhoto, IconTable } from '@tabler/icons-react';

const ICONS: Readonly<Partial<Record<AnyFileType, typeof IconFile>>> = {
  pdf: IconFileTypePdf,
  jpg: IconPhoto,
  png: IconPhoto,
  webp: IconPhoto,
  heic: IconPhoto,
  csv: IconTable,
  xlsx: IconTable,
  xls: IconTable,
  eml: IconMail,
  msg: IconMail,
  zip: IconFileZip,
};

/** Picture of what kind a file is, by its name. */
export function FileIcon({ name }: { name: string }) {
  const type = claimedType(name);
  const Icon = (type && ICONS[type]) ?? IconFile;
  return <Icon size={20} stroke={1.6} aria-hidden />;
}
