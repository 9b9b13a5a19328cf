import { useColleagues } from '../../assignments/use-colleagues.ts';
import classes from './compliance-toolbar.module.css';

/** Place of the filters until the table's first rows are there, as large as they are. */
export function ToolbarPlace() {
  const hasColleagues = useColleagues() !== null;
  return (
    <div className={classes.toolbar} aria-hidden="true">
      <div className={classes.place} />
      <div className={classes.place} />
      <div className={classes.place} />
      {hasColleagues && <div className={classes.place} />}
      <div className={`${classes.place} ${classes.search}`} />
    </div>
  );
}
