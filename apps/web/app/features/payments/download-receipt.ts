import { getReceipt } from '@anupalan/contract/payments';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { download } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';

/** Saves a receipt as PDF. */
export function useDownloadReceipt() {
  return useMutation({
    mutationFn: async (number: number) => {
      const params = { number };
      saveFile(
        await download(getReceipt, { params, fallback: 'Failed to download receipt' }),
        `anupalan-receipt-${number}.pdf`,
      );
    },
    onError: (error) => toast.error(error.message),
  });
}
