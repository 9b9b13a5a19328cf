import { type Act, NO_TEXT } from '@anupalan/contract/acts';
import { Box, Text } from '@mantine/core';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { RichText } from '../../ui/rich-text.tsx';

/** Act name and description (R-tracker-17); closed while `act` is undefined. */
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

/** Blank descriptions may have been saved as a dash (R-catalogue-5). */
function isBlank(html: string): boolean {
  const text = html.replace(/<[^>]*>|&nbsp;/g, '').trim();
  return text === '' || text === NO_TEXT;
}
