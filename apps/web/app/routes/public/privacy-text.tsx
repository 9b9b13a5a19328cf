import { SupportAddress } from '../../features/contact/contact-details.tsx';
import { Link } from '../../lib/company/company-link.tsx';
import { Article, ArticleSection } from '../../ui/pages/article.tsx';

/** Privacy notice (R-pages-30). */
export function PrivacyNotice() {
  return (
    <Article title="Privacy" updated="22 November 2026">
      <ArticleSection title="1. What We Hold and Why">
        <ul>
          <li>
            <strong>Your account:</strong> name, e-mail address, phone number and a hash of your password, so that you
            can sign in and we can remind you of what is due.
          </li>
          <li>
            <strong>Your company:</strong> name, address, size and states, which decide the obligations you see; and
            what you record: statuses, notes, reminders, payments and submissions. The people of the company see it,
            with your name, and may mail a status report of it to addresses that they choose.
          </li>
          <li>
            <strong>Purchases:</strong> orders and receipts. Our payment provider handles the payment itself and is told
            an id and your phone number.
          </li>
          <li>
            <strong>Where you are signed in, and a log of what was done,</strong> so that misuse is noticed and can be
            cleared up.
          </li>
          <li>
            <strong>What you write to us:</strong> messages and job openings with their files.
          </li>
        </ul>
        <p>We use it for nothing else, sell none of it, and have no advertising and no trackers.</p>
      </ArticleSection>
      <ArticleSection title="2. For How Long">
        <ul>
          <li>Your account, your company and what you recorded: until you erase the account.</li>
          <li>Sign-ups that nobody confirms: 7 days. Sessions: 30 days after the last use, 90 in all.</li>
          <li>Contact messages: 365 days. Job openings with their files: 180 days.</li>
          <li>
            Receipts and the books behind them, and the log: as long as the law asks. When an account is erased, they
            lose the name.
          </li>
        </ul>
      </ArticleSection>
      <ArticleSection title="3. Your Rights">
        <p>
          Under the Digital Personal Data Protection Act, 2023, you may see, correct and erase what we hold about you,
          and withdraw your consent. In your <Link to="/profile">profile</Link> you download it as a file, change it,
          and erase your account. You may name somebody who exercises these rights for you if you no longer can; write
          to us for that, and for anything that the profile does not offer.
        </p>
      </ArticleSection>
      <ArticleSection title="4. How It Is Kept">
        <p>
          Passwords and codes are stored as hashes. Other customers cannot see your data; our administrators can where
          support or safety needs it, and the log says so. If personal data are ever breached, we tell you and the Data
          Protection Board of India.
        </p>
      </ArticleSection>
      <ArticleSection title="5. Whom to Ask">
        <p>
          Our grievance officer answers at <SupportAddress />, or <Link to="/contact">write to us here</Link>; we aim to
          answer within 24 business hours. If our answer does not satisfy you, you may complain to the Data Protection
          Board of India.
        </p>
      </ArticleSection>
    </Article>
  );
}
