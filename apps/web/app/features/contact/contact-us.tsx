import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ContactDetails } from './contact-details.tsx';
import { ContactForm } from './contact-form.tsx';
import { ContactQuestions } from './contact-questions.tsx';
import classes from './contact-us.module.css';

/** Contact page (R-enquiries-1). */
export function ContactUs() {
  return (
    <PageFrame title="Contact Us" text="A question, a problem, an idea: tell us, and a person will answer.">
      <div className={classes.columns}>
        <Panel title="Send us a message">
          <ContactForm />
        </Panel>
        <ContactDetails />
      </div>
      <ContactQuestions />
    </PageFrame>
  );
}
