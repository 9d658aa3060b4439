"""Recipe `detect`: boxes with a class and a score, anchor-free, one stage."""
