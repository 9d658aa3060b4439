"""Method `synthetic`: a segmentation that learns from synthetic defects, beside a memory."""
