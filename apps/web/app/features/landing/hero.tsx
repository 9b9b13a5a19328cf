import { Button, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '../../lib/company/company-link.tsx';
import { HindiName } from '../../ui/hindi-name.tsx';
import { ExampleMonth } from './example-month.tsx';
import classes from './hero.module.css';

export function Hero() {
  return (
    <section className={classes.hero}>
      <div className={classes.inner}>
        <div className={classes.words}>
          <p className={classes.hindi}>
            <HindiName />
          </p>
          <Title order={1} className={classes.headline}>
            Simplify Your Compliance Management
          </Title>
          <Text className={classes.text}>
            Stay compliant and confident with our comprehensive compliance management system. We help you navigate
            regulatory requirements effortlessly.
          </Text>
          <Button component={Link} to="/login" size="lg" mt="xl" rightSection={<IconArrowRight size={18} />}>
            Get Started
          </Button>
        </div>
        <div className={classes.picture}>
          <ExampleMonth />
        </div>
      </div>
    </section>
  );
}
