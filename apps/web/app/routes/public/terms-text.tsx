import { Link } from '../../lib/company/company-link.tsx';
import { Article, ArticleSection } from '../../ui/pages/article.tsx';

/** Terms of service (R-pages-8). */
export function Terms() {
  return (
    <Article title="Terms of Service" updated="21 November 2026">
      <ArticleSection title="1. Introduction">
        <p>
          These terms are the agreement between you, the employer or the person acting for one, and Anupalan. They apply
          from the moment you create an account or use any part of the service. If you do not agree with them, please do
          not use it.
        </p>
      </ArticleSection>
      <ArticleSection title="2. Service Description">
        <p>
          Anupalan helps employers in India keep track of their payroll and labour-law obligations: what is due, when,
          under which act, and whether it was done. It lists obligations by state and by the size of the company,
          reminds of due dates and keeps a record of what you did.
        </p>
        <p>
          We compile this information with care and name its sources. It is no legal advice, and the law as published is
          what counts. Filing returns, paying contributions and every other statutory duty remain yours.
        </p>
      </ArticleSection>
      <ArticleSection title="3. User Accounts">
        <ul>
          <li>You give correct details when you register, and keep them correct.</li>
          <li>
            You keep your password and the codes we mail to you to yourself. What is done in your account is yours.
          </li>
          <li>You tell us without delay when you believe that somebody else has used your account.</li>
          <li>
            You do not misuse the service: no attempts to reach what is not yours, no overloading, no unlawful content.
            We may suspend an account that does.
          </li>
        </ul>
      </ArticleSection>
      <ArticleSection title="4. Subscription and Payments">
        <p>
          Using the service as a Free Member costs nothing. Premium is ₹3,999 per month. Prices are in Indian rupees.
          One payment buys one month; nothing is charged again without you. Before the month ends we ask by e-mail
          whether you want to renew; if you do not, the account returns to the free plan, and nothing that you recorded
          is lost.
        </p>
        <p>
          Card payments are handled by our payment provider. We never see or store your card details. Refunds follow our{' '}
          <Link to="/refund-policy">refund policy</Link>.
        </p>
      </ArticleSection>
      <ArticleSection title="5. Data Privacy">
        <p>
          What you record belongs to you. We use it to provide the service and for nothing else, and we do not sell it.
          Other customers cannot see it. Our administrators can, where support or the safety of the service needs it;
          what they do in your name is logged.
        </p>
        <p>
          Passwords are stored only as hashes. When an account is deleted, its personal data are erased; receipts and
          the log of what was done stay as long as the law asks, without personal data.
        </p>
      </ArticleSection>
      <ArticleSection title="6. Intellectual Property">
        <p>
          The software, its design, its texts and the selection and arrangement of its catalogue are ours or our
          licensors'. You may use them as part of the service, for your own company. Acts, rules and forms published by
          the authorities are not claimed by us. HR documents that you download may be adapted and used within your
          company, and not resold.
        </p>
      </ArticleSection>
      <ArticleSection title="7. Limitation of Liability">
        <p>
          The service is provided as it is. As far as the law allows, we are not liable for penalties, interest, lost
          profit or other indirect loss that comes from a missed or wrong filing, from an interruption of the service or
          from relying on its content alone. Our liability in all is limited to what you paid us in the twelve months
          before the claim. Nothing here limits liability that cannot be limited by law.
        </p>
      </ArticleSection>
      <ArticleSection title="8. Updates to These Terms">
        <p>
          We may change these terms, when the service or the law changes. The day of the last change stands at the top.
          We tell registered users by e-mail about changes that matter, before they take effect. Who goes on using the
          service after that accepts them. Indian law applies to these terms.
        </p>
      </ArticleSection>
      <ArticleSection title="9. Contact">
        <p>
          Questions about these terms? <Link to="/contact">Write to us</Link>; we aim to answer within 24 business
          hours.
        </p>
      </ArticleSection>
    </Article>
  );
}
