"""What kernels of several wings share."""
