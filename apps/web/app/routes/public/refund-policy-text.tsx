import { Link } from '../../lib/company/company-link.tsx';
import { passState } from '../../lib/passed-state.ts';
import { Article, ArticleSection } from '../../ui/pages/article.tsx';

/** Refund policy, which refunds keep to (R-plans-16). */
export function RefundPolicy() {
  return (
    <Article title="Refund Policy" updated="21 November 2026">
      <ArticleSection title="Monthly plans">
        <p>
          You get a full refund when you ask for it within 14 days of your first subscription. After that there are no
          partial refunds for a month that has begun.
        </p>
      </ArticleSection>
      <ArticleSection title="Annual plans">
        <p>
          You get a full refund when you ask for it within 30 days. After that the refund is pro-rated by the time that
          remains, less a processing fee of 10%.
        </p>
      </ArticleSection>
      <ArticleSection title="What is non-refundable">
        <ul>
          <li>Setup fees</li>
          <li>Custom development</li>
          <li>Training that has been delivered</li>
          <li>Add-ons that have been used</li>
        </ul>
      </ArticleSection>
      <ArticleSection title="How to ask for a refund">
        <p>
          <Link {...passState({ subject: 'billing' })} to="/contact">
            Write to us
          </Link>{' '}
          with the subject "Billing", the e-mail address of your account and the number of your order. We answer
          requests within 2 business days.
        </p>
      </ArticleSection>
      <ArticleSection title="How long it takes">
        <ul>
          <li>Refunds to a card take 5-10 business days.</li>
          <li>Bank transfers take 7-14 business days.</li>
        </ul>
        <p>Both count from the day on which we approve the refund.</p>
      </ArticleSection>
      <ArticleSection title="Special circumstances">
        <p>
          A service outage of more than 24 hours is a special circumstance: write to us, and we look at a refund or a
          credit whatever the terms above say.
        </p>
      </ArticleSection>
    </Article>
  );
}
