import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import classes from './shell.module.css';
import { ReturnToAdmin } from './viewing-as.tsx';

/** What frames every page: skip link, navigation bar, content, footer. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <NavigationBar />
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
      <Footer />
      <ReturnToAdmin />
    </div>
  );
}
