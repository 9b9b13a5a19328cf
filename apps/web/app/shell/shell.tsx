import { type ReactNode, useEffect } from 'react';
import { APPLICATION_RUNS } from '../lib/public-controls.ts';
import { repeatEarlyTyping } from './early-forms.ts';
import { Footer } from './footer.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import classes from './shell.module.css';
import { ReturnToAdmin } from './viewing-as.tsx';

type Props = {
  /** Widgets of the bar; `summary` moves to the menu on a phone. */
  company?: ReactNode;
  summary?: ReactNode;
  tools?: ReactNode;
  /** Buttons that float in the lower right corner. */
  floating?: ReactNode;
  children: ReactNode;
};

/** Frame of every page: skip link, navigation bar, content, footer (R-pages-9, R-pages-11). */
export function Shell({ company, summary, tools, floating, children }: Props) {
  useEffect(() => {
    repeatEarlyTyping();
    window.dispatchEvent(new Event(APPLICATION_RUNS));
  }, []);
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <NavigationBar company={company} summary={summary} tools={tools} />
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
      <Footer />
      <ReturnToAdmin />
      <div className={classes.floating}>{floating}</div>
    </div>
  );
}
