import '@mantine/dropzone/styles.layer.css';
import { Input, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconCloudUpload } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { chooseFiles } from '../../lib/forms/choose-files.ts';
import classes from './file-drop.module.css';

type Props = {
  label: string;
  required?: boolean;
  /** Accepted files in words. */
  hint: string;
  /** Accepted file endings for the picker, as `.pdf`. Dropped files may be others: the form checks them. */
  accept: readonly string[];
  several?: boolean;
  /** Whether it takes little room, among other fields. */
  compact?: boolean;
  disabled: boolean;
  error?: ReactNode;
  /** Name of the form's field; it comes with `getInputProps`. */
  'data-path'?: string | undefined;
  onChoose: (files: File[]) => void;
};

/** Area onto which files are dropped, or which opens the picker by click or key. */
export function FileDrop({ label, required = false, hint, accept, several = false, disabled, error, ...rest }: Props) {
  const { onChoose, compact = false, 'data-path': path } = rest;
  const id = useId();
  return (
    <Input.Wrapper id={id} label={label} required={required} error={error} errorProps={{ mt: 6 }}>
      <Dropzone
        className={classes.area}
        data-path={path}
        data-error={error ? true : undefined}
        {...(compact && { mih: 84, px: 12, py: 8 })}
        activateOnKeyboard={false}
        multiple={several}
        disabled={disabled}
        onDrop={(files) => chooseFiles(files, accept, onChoose)}
        inputProps={{
          id,
          className: classes.input,
          style: {},
          disabled,
          tabIndex: 0,
          accept: accept.join(','),
          'aria-label': label,
          'aria-describedby': `${id}-hint ${id}-error`,
          'aria-invalid': error ? true : undefined,
        }}
      >
        <IconCloudUpload size={compact ? 22 : 28} stroke={1.6} className={classes.icon} aria-hidden />
        <Text size="sm" fw={550} mt={4}>
          Click to upload or drag and drop
        </Text>
        <Text size="xs" c="dimmed" mt={2} id={`${id}-hint`}>
          {hint}
        </Text>
      </Dropzone>
    </Input.Wrapper>
  );
}
