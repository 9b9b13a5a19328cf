/** Where a bucket is, and who asks for it. */
export interface S3Address {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** What the keys of all files begin with; empty, or with a slash at its end. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket stands in the path, and not in the name of the host. */
  readonly pathStyle: boolean;
  /** Whether what lies there is read and moved away, and nothing new goes there. */
  readonly readOnly: boolean;
}

/**
 * Reads `https://KEY:SECRET@host/bucket/prefix?region=…&pathStyle=no&readOnly=yes`, key and secret percent-encoded.
 * @returns null when something of it is missing
 */
export function parseS3Address(text: string): S3Address | null {
  const { protocol, host, username, password, pathname, searchParams } = new URL(text);
  const [bucket = '', ...folders] = pathname.split('/').filter((part) => part !== '');
  if (!username || !password || !bucket) return null;
  return {
    endpoint: `${protocol}//${host}`,
    region: searchParams.get('region') ?? /\bs3[.-]([a-z0-9-]+)\.amazonaws\.com$/.exec(host)?.[1] ?? 'us-east-1',
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    pathStyle: searchParams.get('pathStyle') !== 'no',
    readOnly: searchParams.get('readOnly') === 'yes',
  };
}

/** Milliseconds after which one request, with its answer, counts as failed; and those to connect. */
export interface S3Patience {
  readonly request: number;
  readonly connect: number;
}
