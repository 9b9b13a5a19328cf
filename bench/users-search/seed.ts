import type { Pool } from 'pg';

const FIRST_NAMES = `Asha Vikram Meera Ravi Priya Sunil Kavita Deepak Anjali Rohit Rahul Amit Sandeep Sanjay Rajesh Suresh
  Ramesh Mahesh Manoj Anil Vijay Ajay Arun Ashok Pooja Neha Sneha Divya Swati Ananya Aarav Arjun Aditya Karthik Lakshmi
  Saraswati Fatima Mohammed Imran Ayesha Gurpreet Harpreet Manpreet Thomas Mary~Ann Joseph Subramanian Venkatesh
  Ila Om Jay Bo Yogesh Zubin Xavier Ulhas Wasim Qadir Hemant आशा प्रिया விஜய் Nandini Chandrika Bhavana`;

const LAST_NAMES = `Sharma Rao Verma Iyer Singh Khan Das Kumar Patel Gupta Reddy Nair Menon Joshi Mehta Shah Desai Jain
  Agarwal Banerjee Mukherjee Chatterjee Ghosh Bose Pillai Naidu Chowdhury Mishra Pandey Tiwari Yadav Kaur Gill Sandhu
  Fernandes D’Souza Pereira Kulkarni Deshpande Patil Shinde Jadhav More Bhat Hegde Shetty Gowda Raman Krishnan
  Venkataraman de~Souza शर्मा वर्मा ராமன் Irani Wadia Zaveri Ojha Upadhyay Qureshi`;

/** Where mail goes, each domain as often as it stands here; a tenth have one of their own, which ends like these. */
const DOMAINS = `gmail.com gmail.com gmail.com gmail.com gmail.com gmail.com gmail.com gmail.com gmail.com
  yahoo.co.in yahoo.co.in yahoo.co.in yahoo.co.in rediffmail.com rediffmail.com outlook.com hotmail.com yahoo.com`;

const listed = (words: string) => `string_to_array('${words.trim().split(/\s+/).join(' ')}', ' ')`;

/** One of the words, the first ones far more often than the last. */
const oneOf = (words: string, share: string) =>
  `replace((${listed(words)})[1 + floor((${share}) ^ 2 * array_length(${listed(words)}, 1))::int], '~', ' ')`;
const anyOf = (words: string, share: string) =>
  `(${listed(words)})[1 + floor((${share}) * array_length(${listed(words)}, 1))::int]`;

/**
 * Seeds so many people with names as they are in India, some of two words, some in scripts of their own, and addresses
 * made of them. One in five has `yahoo.co.in`: a text that nobody has may consist of parts that many have.
 */
export async function seedUsers(pool: Pool, users: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set work_mem = '256MB'; set maintenance_work_mem = '512MB';
      set synchronous_commit = off; select setseed(0.5); begin; alter table users disable trigger user`);
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index i where indrelid = 'users'::regclass
         and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    );
    for (const { name } of rows) await client.query(`drop index ${name}`);
    await client.query(SEED, [users]);
    for (const { definition } of rows) await client.query(definition);
    await client.query(`insert into user_tallies select role, status, count(*) from users group by role, status;
      alter table users enable trigger user; commit`);
    await client.query('vacuum analyze users');
  } finally {
    client.release(true);
  }
}

const SEED = `
  insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status, created_at)
  select ('20000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, first_name, last_name,
    lower(case when kind < 0.1 then 'p' || n else
      regexp_replace(first_name, '[^A-Za-z]', '', 'g') || case when kind < 0.5 then '.' when kind < 0.6 then '_' else '' end
      || case when kind < 0.8 then regexp_replace(last_name, '[^A-Za-z]', '', 'g') else left(last_name, 1) end || n % 100000 end
      || case when n >= 100000 then chr(97 + n / 100000) else '' end || '@'
      || case when own < 0.1 then regexp_replace(last_name, '[^A-Za-z]', '', 'g') || n / 40 || (array['.com', '.co.in', '.in', '.org.in'])[1 + n % 4]
         else ${anyOf(DOMAINS, 'domain')} end),
    '9' || lpad(n::text, 9, '0'), rpad('$argon2id$', 97, 'x'),
    case when n % 10 < 3 then 'premium' else 'user' end,
    case when n % 50 = 49 then 'suspended' when n % 200 = 7 then 'pending' else 'active' end,
    now() - interval '1 year' - n * interval '10 seconds'
  from (
    select n, ${oneOf(FIRST_NAMES, 'first')} as first_name, ${oneOf(LAST_NAMES, 'last')} as last_name, domain, kind, own
    from (select n, random() as first, random() as last, random() as domain, random() as kind, random() as own
      from generate_series(1, $1::int) n) drawn
  ) named`;
