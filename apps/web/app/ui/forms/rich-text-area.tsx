import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type CSSProperties, useState } from 'react';
import classes from './rich-text-area.module.css';

type Props = {
  value: string;
  onChange: (html: string) => void;
  height: number;
  labelledBy: string;
  describedBy: string;
  invalid: boolean;
  'data-path'?: string;
};

/**
 * Formatting with its usual keys: paragraphs, line breaks, bold, italic, both lists; anything else becomes text
 * (R-tracker-18).
 */
const EXTENSIONS = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    heading: false,
    horizontalRule: false,
    link: false,
    strike: false,
    trailingNode: false,
    underline: false,
  }),
];

/** Toolbar and text; a separate module so that it can load late. */
export default function RichTextArea({ value, onChange, height, labelledBy, describedBy, invalid, ...marks }: Props) {
  const [start] = useState(value);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: start,
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : withoutAttributes(changed.getHTML())),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-invalid': String(invalid),
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...marks,
      },
    },
  });
  const style: CSSProperties & Record<`--${string}`, string> = { '--text-height': `${height}px` };
  return (
    <RichTextEditor
      editor={editor}
      className={classes.editor}
      classNames={{ content: classes.text, toolbar: classes.toolbar }}
      style={style}
      data-invalid={invalid || undefined}
    >
      <RichTextEditor.Toolbar role="toolbar" aria-label="Formatting">
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}

/** Attributes occur on numbered lists only: the number they start from. */
function withoutAttributes(html: string): string {
  return html.replace(/<ol [^>]*>/g, '<ol>');
}
