import { type Act, NOTHING } from '@anupalan/contract/acts';
import { Box, Text } from '@mantine/core';
import { Dialog } from '../../ui/dialog.tsx';
import { RichText } from '../../ui/rich-text.tsx';

/** An act's name and description (specification 2, section 2, "Compliance data table"). Undefined is closed. */
export function ActSummaryDialog({ act, onClose }: { act: Act | undefined; onClose: () => void }) {
  return (
    <Dialog opened={act !== undefined} onClose={onClose} title={act?.name} size="lg">
      {act && (
        <Box px={{ base: 16, sm: 24 }} py={20}>
          {isBlank(act.description) ? (
            <Text c="dimmed">No summary has been written for this act yet.</Text>
          ) : (
            <RichText html={act.description} />
          )}
        </Box>
      )}
    </Dialog>
  );
}

/** Whether there is nothing to read in it: an empty description may have been saved as a dash. */
function isBlank(html: string): boolean {
  const text = html.replace(/<[^>]*>|&nbsp;/g, '').trim();
  return text === '' || text === NOTHING;
}
