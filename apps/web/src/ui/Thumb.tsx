/** An image made small. One whose file is gone or cannot be drawn has a sign in its place. */
import { FileExclamationOutlined } from '@ant-design/icons';
import { useState } from 'react';

export function Thumb(props: {
  src: string;
  /** What a reader hears of it; nothing where the text beside it says it. */
  alt?: string;
  /** Said under the sign, where there is room. */
  broken?: string;
}) {
  const { src, alt = '', broken } = props;
  const [failed, setFailed] = useState<string>();
  if (failed === src) {
    return (
      <span className="thumb" data-broken>
        <FileExclamationOutlined />
        {alt ? <span className="sr-only">{alt}</span> : null}
        {broken}
      </span>
    );
  }
  return (
    <img
      className="thumb"
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(src)}
    />
  );
}
