import toast from 'react-hot-toast';
import classes from './toast-with-undo.module.css';

/** Longer than other good news stays, so that there is time to undo (R-pages-13). */
const STAYS_MS = 6_000;

/** Good news with a button that undoes what it tells of. */
export function toastWithUndo(message: string, undo: () => void): void {
  toast.success(
    ({ id }) => (
      <span className={classes.line}>
        {message}
        <button
          type="button"
          className={classes.undo}
          onClick={() => {
            toast.dismiss(id);
            undo();
          }}
        >
          Undo
        </button>
      </span>
    ),
    { duration: STAYS_MS },
  );
}
