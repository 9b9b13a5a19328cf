import { operatePublicPage } from './public-page.ts';

operatePublicPage();
