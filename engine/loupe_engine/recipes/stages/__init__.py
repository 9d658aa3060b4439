"""Two detectors in a row: `locate` finds the parts of an image, `inspect` looks at the crop of each."""
